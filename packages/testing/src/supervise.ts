/**
 * What ends a server at once: a shell's background processes ignore SIGQUIT, unless they handle it
 * as Postgres does.
 */
type EndingSignal = "QUIT" | "TERM";

/**
 * A shell script that runs a server and ends it by `signal` when standard input ends: that is, when
 * the process that started it stops it or dies, however it dies. $1 is the folder, which is removed
 * after that while nobody waits: the databases of a whole run take ten seconds. The rest is the
 * server's command line.
 */
export const superviseScript = (signal: EndingSignal): string => `
folder="$1"; shift
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
trap 'kill -${signal} $server' HUP INT TERM
{ cat <&3 >/dev/null; kill -${signal} $server; } 2>/dev/null &
wait $server
rm -rf "$folder" >/dev/null 2>&1 &
`;
