-- Releases a lock if another node waits for it, and renews it with new tokens otherwise.
-- KEYS: lock, fence, waiters
-- ARGV: owner, lease in ms, tokens, holder, retention of the fence in ms, channel, publishing command
-- Returns: {1, last token} renewed; {2, 0} released; {0, 0} it was not the owner's
local found = redis.call('GET', KEYS[1])
local last, owner = string.match(found or '', '^(%d+) %d+ (%S+) ')
if owner ~= ARGV[1] then
  return {0, 0}
end
if redis.call('EXISTS', KEYS[3]) == 1 then
  redis.call('DEL', KEYS[1], KEYS[3])
  redis.pcall('SET', KEYS[2], string.format('%.0f', last + 1), 'PX', ARGV[5])
  redis.pcall(ARGV[7], ARGV[6], '')
  return {2, 0}
end
-- The first write is one that a server without memory allows, and the others then too.
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local time = redis.call('TIME')
last = string.format('%.0f', math.max(last + 1, time[1] * 1000000 + time[2]) + ARGV[3] - 1)
redis.call('SET', KEYS[1], last .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4], 'PX', ARGV[2])
redis.call('SET', KEYS[2], last, 'PX', ARGV[5])
return {1, tonumber(last)}
