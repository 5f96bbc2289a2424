-- Ends a lock, whichever owner holds it, and wakes a node that waits.
-- KEYS: lock, queue, holders
-- ARGV: times (see free)
-- Returns: {1, value, ms left, last token if a node was woken, else 0} ended; {2, value, 0, ...} its lease had run out;
--          {2} it was free, and stays so; {0} it is not known
local value = redis.call('GET', KEYS[1])
if not value then
  return {0}
end
local lock = read(value)
if not lock then
  return foreign(KEYS[1])
end
if not lock.held then
  -- It may have been ended by a call of which replicas know nothing yet.
  redis.pcall('SET', KEYS[1], value, 'KEEPTTL')
  return {2}
end
local ms = left(KEYS[1], lock)
local last = string.format('%016.0f', lock.last + 1)
if isTogether(lock) then
  redis.call('DEL', KEYS[3])
end
lock.owner, lock.since = '-', last
local woken = free(lock, last, ARGV[1]) or 0
return {(ms > 0) and 1 or 2, value, math.max(ms, 0), woken}
