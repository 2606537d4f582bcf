# lazy.cmake: libraries that the command loads when a format first needs them,
# because dozens of others come with them. lazy/NAME.h (in the build's folder)
# has their functions as pointers. lazy/NAME.c fills these: by loading the
# library, or where PLEACH_EAGER is defined by being linked with it.
set(lazy_raptor2 raptor2 raptor2.h
  raptor_free_parser raptor_free_sax2 raptor_free_uri raptor_free_world raptor_locator_line raptor_new_parser
  raptor_new_sax2 raptor_new_uri raptor_new_world_internal raptor_parser_get_locator raptor_parser_parse_abort
  raptor_parser_parse_chunk raptor_parser_parse_start raptor_parser_set_option raptor_parser_set_statement_handler
  raptor_sax2_parse_chunk raptor_sax2_parse_start raptor_sax2_set_start_element_handler raptor_sax2_set_uri_filter
  raptor_uri_as_counted_string raptor_uri_as_string raptor_world_open raptor_world_set_log_handler
  raptor_xml_element_get_language)
set(lazy_libxml2 libxml-2.0 libxml/HTMLparser.h
  htmlCtxtReadMemory htmlNewParserCtxt xmlCreatePushParserCtxt xmlCtxtReadMemory xmlCtxtUseOptions xmlFreeDoc
  xmlFreeParserCtxt xmlGetLastError xmlGetPredefinedEntity xmlNewParserCtxt xmlParseChunk xmlResetLastError
  xmlSetStructuredErrorFunc xmlStopParser xmlStrcasecmp)
set(lazy_libzip libzip zip.h
  zip_discard zip_error_code_zip zip_error_fini zip_error_init zip_fclose zip_file_get_error zip_fopen zip_fopen_index
  zip_fread
  zip_get_error zip_get_num_entries zip_name_locate zip_open zip_open_from_source zip_source_buffer_create zip_source_free
  zip_stat)
set(lazy_xlsxwriter xlsxwriter xlsxwriter.h
  format_set_bold format_set_font_color format_set_num_format workbook_add_format workbook_add_worksheet
  workbook_close workbook_new_opt workbook_set_properties worksheet_autofilter worksheet_freeze_panes
  worksheet_set_column worksheet_write_number worksheet_write_string)
set(lazy_microhttpd libmicrohttpd microhttpd.h
  MHD_add_response_header MHD_create_response_from_buffer MHD_create_response_from_buffer_with_free_callback_cls
  MHD_destroy_response MHD_get_connection_info MHD_get_connection_values_n MHD_http_unescape
  MHD_lookup_connection_value MHD_queue_response MHD_quiesce_daemon MHD_resume_connection MHD_set_panic_func
  MHD_start_daemon MHD_stop_daemon MHD_suspend_connection)

# Where libraries have no name to be loaded by, all are linked.
function(make_lazy name)
  set(calls ${lazy_${name}})
  list(POP_FRONT calls package header)
  pkg_check_modules(LAZY_${name} REQUIRED IMPORTED_TARGET ${package})
  list(GET LAZY_${name}_LINK_LIBRARIES 0 library)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${library} OUTPUT_VARIABLE told ERROR_QUIET)
  if(told MATCHES "SONAME +([^ \n]+)")
    set(soname ${CMAKE_MATCH_1})
  else()
    set(PLEACH_LAZY OFF PARENT_SCOPE)
  endif()
  set(pointers "")
  foreach(call ${calls})
    string(APPEND pointers "extern __typeof__(${call}) *lazy_${call};\n#define ${call} (*lazy_${call})\n")
  endforeach()
  list(TRANSFORM calls REPLACE "(.+)" "CALL(\\1)")
  list(JOIN calls "\n" calls)
  configure_file(${CMAKE_SOURCE_DIR}/scripts/lazy.h.in lazy/${name}.h @ONLY)
  configure_file(${CMAKE_SOURCE_DIR}/scripts/lazy.c.in lazy/${name}.c @ONLY)
  set(LAZY_${name}_HEADERS ${LAZY_${name}_INCLUDE_DIRS} PARENT_SCOPE)
endfunction()

# Puts them into a target: by EAGER's wish, or without PLEACH_LAZY, as others.
function(use_lazy target eager) # NAME...
  foreach(name ${ARGN})
    target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/lazy/${name}.c)
    target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR})
    target_include_directories(${target} SYSTEM PRIVATE ${LAZY_${name}_HEADERS})
    if(eager OR NOT PLEACH_LAZY)
      target_compile_definitions(${target} PRIVATE PLEACH_EAGER)
      target_link_libraries(${target} PRIVATE PkgConfig::LAZY_${name})
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
endfunction()
