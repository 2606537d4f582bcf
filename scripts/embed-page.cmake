# Turns a built page into a C constant that a header declares:
# cmake -DPAGE=... -DSOURCE=... -DHEADER=... -DNAME=... -P this
file(READ ${PAGE} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${SOURCE} "/* Made from a page of viewer/dist by the build. */
#include \"${HEADER}\"

const unsigned char ${NAME}[] = {
${bytes}
};
const size_t ${NAME}_size = ${size};
")
