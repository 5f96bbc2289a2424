-- Renews a lock with new tokens, unless another node waits for it; then releases it, if it is to yield.
-- KEYS: lock, fence, waiters
-- ARGV: owner, lease in ms, tokens, holder, retention of the fence in ms, channel, whether to yield (1 or 0)
-- Returns: {1, last token} renewed; {2, 0} another node waits; {0, 0} it was not the owner's
local both = redis.call('MGET', KEYS[1], KEYS[3])
local ways = both[2]
local last, owner = string.match(both[1] or '', '^(%d+) %d+ (%S+) ')
if owner ~= ARGV[1] then
  return {0, 0}
end
if ways then
  if ARGV[7] == '0' then
    return {2, 0}
  end
  redis.call('DEL', KEYS[1], KEYS[3])
  redis.pcall('SET', KEYS[2], string.format('%.0f', last + 1), 'PX', ARGV[5])
  -- The waiters have said how they hear.
  if ways == '' or string.find(ways, 'p', 1, true) then
    redis.pcall('PUBLISH', ARGV[6], '')
  end
  if string.find(ways, 's', 1, true) then
    redis.pcall('SPUBLISH', ARGV[6], '')
  end
  return {2, 0}
end
-- The first write is one that a server without memory allows, and the others then too.
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local time = redis.call('TIME')
last = string.format('%.0f', math.max(last + 1, time[1] * 1000000 + time[2]) + ARGV[3] - 1)
redis.call('SET', KEYS[1], last .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4], 'PX', ARGV[2])
redis.call('SET', KEYS[2], last, 'PX', ARGV[5])
return {1, tonumber(last)}
