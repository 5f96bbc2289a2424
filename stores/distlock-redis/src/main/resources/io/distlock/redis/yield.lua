-- Renews a lock with new tokens, unless another node waits for it; then releases it. A request that comes twice has the
-- same answer as once, and no effect.
-- KEYS: lock, fence, waiters, end of the attempt
-- ARGV: owner, lease in ms, tokens, holder, retention of the fence in ms, channel, last token of the lease,
--       last token that was used (0: all), time in ms that a request may be on its way
-- Returns: {1, last token} renewed; {2, 0} another node waits; {0, 0} it was not the owner's
local found = redis.call('MGET', KEYS[1], KEYS[3], KEYS[4])
local last, owner = string.match(found[1] or '', '^(%d+) %d+ (%S+) ')
if owner ~= ARGV[1] then
  return {(found[3] == 'yielded') and 2 or 0, 0}
end
if last ~= ARGV[7] then
  return {1, tonumber(last)}
end
local used = ARGV[8] == '0' and last or ARGV[8]
if found[2] then
  free(used, ARGV[5], ARGV[6], found[2])
  redis.pcall('SET', KEYS[4], 'yielded', 'PX', ARGV[9])
  return {2, 0}
end
-- The first write is one that a server without memory allows, and the others then too.
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local time = redis.call('TIME')
last = string.format('%.0f', math.max(used + 1, time[1] * 1000000 + time[2]) + ARGV[3] - 1)
redis.call('SET', KEYS[1], last .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4], 'PX', ARGV[2])
redis.call('SET', KEYS[2], last .. ' ' .. ARGV[1], 'PX', ARGV[5])
return {1, tonumber(last)}
