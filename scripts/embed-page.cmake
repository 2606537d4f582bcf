# Turns the built page into a C constant: cmake -DPAGE=... -DSOURCE=... -P this
file(READ ${PAGE} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${SOURCE} "/* Made from viewer/dist/page.html by the build. */
#include \"write/page.h\"

const unsigned char pl_page_template[] = {
${bytes}
};
const size_t pl_page_template_size = ${size};
")
