-- Releases a lock if it is the owner's, and wakes those who wait; otherwise withdraws the owner's attempt, which may
-- still be on its way. What was released before is so now: a request that comes twice has the same answer as once.
-- KEYS: lock, fence, waiters, end of the attempt
-- ARGV: owner, retention of the fence in ms, time in ms that a request may be on its way, channel,
--       last token that was used (0: all)
-- Returns: {1} released; {0} it was not the owner's
local found = redis.call('MGET', KEYS[1], KEYS[3], KEYS[4])
local last, owner = string.match(found[1] or '', '^(%d+) %d+ (%S+) ')
if owner == ARGV[1] then
  free(ARGV[5] == '0' and last or ARGV[5], ARGV[2], ARGV[4], found[2])
  redis.pcall('SET', KEYS[4], 'released', 'PX', ARGV[3])
  return {1}
end
if found[3] and found[3] ~= '' then
  return {1}
end
-- This fails where the key holds something else.
if not redis.call('GET', KEYS[1]) then
  local fence, of = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+) (%S+)')
  if of == ARGV[1] then
    redis.pcall('SET', KEYS[2], ARGV[5] == '0' and fence or ARGV[5], 'PX', ARGV[2])
  end
end
redis.pcall('SET', KEYS[4], '', 'PX', ARGV[3])
return {0}
