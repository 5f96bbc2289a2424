-- Asks one of several independent masters whether another node waits, and renews the lock with new tokens if none does.
-- KEYS: lock, fence, waiters
-- ARGV: owner, lease in ms, tokens, holder, retention of the fence in ms, proposed first token
-- Returns: {1, last token, clock} renewed; {2, 0, clock} another node waits; {0, 0, clock} it was not the owner's
local found = redis.call('GET', KEYS[1])
local time = redis.call('TIME')
local clock = time[1] * 1000000 + time[2]
local last, owner = string.match(found or '', '^(%d+) %d+ (%S+) ')
if owner ~= ARGV[1] then
  return {0, 0, clock}
end
if redis.call('EXISTS', KEYS[3]) == 1 then
  return {2, 0, clock}
end
-- The first write is one that a server without memory allows, and the others then too.
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local fence, proposed = redis.call('GET', KEYS[2]), tonumber(ARGV[6])
if proposed == 0 or not fence then
  proposed = math.max(proposed, clock)
end
local first = math.max((tonumber(fence) or 0) + 1, last + 1, proposed)
last = string.format('%.0f', first + ARGV[3] - 1)
redis.call('SET', KEYS[1], last .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4], 'PX', ARGV[2])
redis.call('SET', KEYS[2], last, 'PX', ARGV[5])
return {1, tonumber(last), clock}
