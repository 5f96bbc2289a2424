-- Ends a lock, whoever holds it, and wakes those who wait.
-- KEYS: lock, fence, waiters
-- ARGV: retention of the fence in ms, channel
-- Returns: {1, value, ms left, whether somebody waits} ended; {2} it was free, and stays so; {0} it was free, and is not
--          remembered
local found = redis.call('GET', KEYS[1])
if not found then
  -- A renewal would bring back what was evicted, if the fence named its owner.
  local last = string.match(redis.call('GET', KEYS[2]) or '', '^%d+')
  if last then
    redis.call('SET', KEYS[2], last, 'PX', ARGV[1])
    return {2}
  end
  return {0}
end
local last = string.match(found, '^(%d+) %d+ %S+ ')
if not last then
  return redis.error_reply('WRONGTYPE the key of the lock holds something that is no lock of this version')
end
local left, ways = redis.call('PTTL', KEYS[1]), redis.call('GET', KEYS[3])
free(last, ARGV[1], ARGV[2], ways)
return {1, found, left, ways and 1 or 0}
