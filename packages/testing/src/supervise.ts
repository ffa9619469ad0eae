/**
 * Runs a server and ends it, folder and all, when standard input ends: that is, when the process that started it stops it or dies,
 * however it dies. $1 is the folder; the rest is the server's command line.
 */
export const SUPERVISE = `
folder="$1"; shift
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
trap 'kill -QUIT $server' HUP INT TERM
{ cat <&3 >/dev/null; kill -QUIT $server; } 2>/dev/null &
wait $server
rm -rf "$folder"
`;
