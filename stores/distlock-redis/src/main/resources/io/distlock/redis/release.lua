-- Releases a lock if it is the owner's, and wakes a node that waits; otherwise withdraws the owner's attempt, which may
-- still be on its way. What was released before is so now: a request that comes twice has the same answer as once.
-- KEYS: lock, queue
-- ARGV: owner, last token that was used (0: all), times (see free)
-- Returns: the last token, released, and a node was woken; 1 released; 0 it was not the owner's
local me, used, times = ARGV[1], ARGV[2], ARGV[3]
local lock = value and read(value)
if value and not lock then
  return foreign(KEYS[1])
end
if lock and lock.owner == me then
  return lock.held and free(lock, (used ~= '0') and used or lock.last, times) or 1
end
if lock and wasReleased(lock, used) then
  return 1
end
withdraw(KEYS[1], lock, me, times, clock())
return 0
