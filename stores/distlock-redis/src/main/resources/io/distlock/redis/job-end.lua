-- Changes a cluster job, and in the same step releases the lock under which it ran if that is the owner's.
-- KEYS: lock, queue, job, runs
-- ARGV: see write, then owner, last token that was used, times (see free)
-- Returns: {0} the job has another version by now; otherwise what write returns, and the last token if a node was woken,
--   else 0
local times, used, owner = table.remove(ARGV), table.remove(ARGV), table.remove(ARGV)
local written = write(KEYS[3], KEYS[4], ARGV)
if written[1] ~= 0 then
  local value = redis.call('GET', KEYS[1])
  local lock = value and read(value)
  written[4] = lock and lock.held and lock.owner == owner and free(lock, used, times) or 0
end
return written
