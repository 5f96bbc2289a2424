-- Ends a lock, whoever holds it, and wakes those who wait.
-- KEYS: lock, fence, waiters
-- ARGV: retention of the fence in ms, channel
-- Returns: {1, value, ms left, whether somebody waits} ended; {2} it was free, and stays so; {0} it was free, and is not
--          remembered
local found = redis.call('GET', KEYS[1])
if not found then
  -- A renewal would bring back what was evicted.
  local fence = tonumber(redis.call('GET', KEYS[2]))
  if fence then
    redis.call('SET', KEYS[2], string.format('%.0f', fence + 1), 'PX', ARGV[1])
    return {2}
  end
  return {0}
end
local last = string.match(found, '^(%d+) %d+ %S+ ')
if not last then
  return redis.error_reply('WRONGTYPE the key of the lock holds something that is no lock of this version')
end
local left, ways = redis.call('PTTL', KEYS[1]), redis.call('GET', KEYS[3])
redis.call('DEL', KEYS[1], KEYS[3])
-- No renewal finds the fence at its last token, and brings the lock back.
redis.call('SET', KEYS[2], string.format('%.0f', last + 1), 'PX', ARGV[1])
-- The waiters have said how they hear. That nobody can be told is no reason to fail.
if ways == '' or ways and string.find(ways, 'p', 1, true) then
  redis.pcall('PUBLISH', ARGV[2], '')
end
if ways and string.find(ways, 's', 1, true) then
  redis.pcall('SPUBLISH', ARGV[2], '')
end
return {1, found, left, ways and 1 or 0}
