# Ends its parent once no beat of it (a line on stdin) has come for $2 seconds. A program of its own: a thread of Node
# takes 10 MB and 50 ms of CPU, Bash 0.5 and 10.
name=$1 limit=$2 silent=0
# It ends with its parent, whose end closes stdin, and at no signal.
trap '' HUP INT TERM
while [ "$silent" -lt "$limit" ]; do
  # Turns of this loop, not the time of day: the machine may sleep.
  read -r -t 1
  status=$?
  if [ "$status" = 0 ]; then
    silent=0
    continue
  fi
  # The end of stdin is 1, a time-out above 128.
  [ "$status" -gt 128 ] || exit 0
  # A process that is suspended is not stuck. Where there is no /proc (macOS), ps knows.
  read -r stat <"/proc/$PPID/stat" || stat=") $(ps -o state= -p "$PPID")"
  [[ ${stat##*) } == [Tt]* ]] || silent=$((silent + 1))
done
# In the background: a pipe that nobody reads must not keep the process.
printf '{"level":"fatal","time":"%s","service":"%s","seconds":%s,"msg":"%s","next":"%s"}\n' \
  "$(date -u +%FT%TZ)" "$name" "$limit" \
  "the event loop was stuck for $limit s; this process ends itself and must be started again" \
  docs/runbooks/service-restarting.md &
sleep 0.2
# Its default action ends the process: exit code 142, which no other part of the system causes (out of memory is 137).
kill -ALRM "$PPID"
