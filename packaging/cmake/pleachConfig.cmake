# find_package(pleach) gives the target pleach::pleach.
include("${CMAKE_CURRENT_LIST_DIR}/pleachTargets.cmake")
