-- Releases a lock if it is the owner's, and wakes a node that waits; otherwise withdraws the owner's attempt, which may
-- still be on its way. What was released before is so now: a request that comes twice has the same answer as once.
-- KEYS: lock, queue
-- ARGV: owner, last token that was used (0: all), times (see free)
-- Returns: the last token, released, and a node was woken; 1 released; 0 it was not the owner's
local me, used, times = ARGV[1], ARGV[2], ARGV[3]
local lock = value and read(value)
if value and not lock then
  return foreign()
end
if lock and lock.owner == me then
  return lock.held and free(lock, (used ~= '0') and used or lock.last, times) or 1
end
if lock and wasReleased(lock, used) then
  return 1
end
local now, retention = clock(), string.match(times, '%d+$')
local mark = ';!' .. me .. '@' .. string.format('%.0f', now + string.match(times, '^%d+'))
if not lock then
  local token = string.format('%016.0f', now * 1000)
  lock = {last = token, since = token, owner = '-', marks = '-'}
end
local value = text(lock, marks(waits(lock.marks), standing(lock.marks), lock.marks, now) .. mark)
if lock.held then
  redis.pcall('SET', KEYS[1], value, 'KEEPTTL')
else
  redis.pcall('SET', KEYS[1], value, 'PX', retention)
end
return 0
