#!/usr/bin/env bats
# The Model Context Protocol: messages as published, tools, resources, limits.
load common

@test "a client of the protocol is served" {
    "${PYTHON:-python3}" "$PLEACH_SOURCE/tests/cli/mcp_client" "$PLEACH" "$PLEACH_SOURCE/examples"
}

# send LINE...: what the server answers to these lines.
send() {
    printf '%s\n' "$@" | pleach mcp
}

@test "what is no message of the protocol is an error, and the session goes on" {
    run -0 send 'nonsense' '[]' '{"jsonrpc":"1.0","id":1,"method":"ping"}' '{"jsonrpc":"2.0","id":[],"method":"ping"}' \
        '{"jsonrpc":"2.0","id":2,"method":"no/such"}' '{"jsonrpc":"2.0","method":"notifications/initialized"}' \
        '{"jsonrpc":"2.0","id":"x","result":{}}' '{"jsonrpc":"2.0","id":3,"method":"ping"}'
    [ "${#lines[@]}" = 6 ]
    [[ ${lines[0]} == *'"id":null'*'-32700'* ]]
    [[ ${lines[1]} == *'-32600'* && ${lines[2]} == *'"id":1'*'-32600'* && ${lines[3]} == *'-32600'* ]]
    [[ ${lines[4]} == *'"id":2'*'-32601'* ]]
    [ "${lines[5]}" = '{"jsonrpc":"2.0","id":3,"result":{}}' ]
}

@test "a message may be long, but not without end" {
    { printf '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"'
      head -c 17000000 /dev/zero | tr '\0' x
      printf '"}}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n'; } >long
    run -0 pleach mcp <long
    [[ ${lines[0]} == *'-32700'* && ${lines[1]} == *'"id":2,"result"'* ]]
}
