-- Asks one of several independent masters whether another node waits, and renews the lock with new tokens if none does.
-- KEYS: lock, fence, waiters, end of the attempt
-- ARGV: owner, lease in ms, tokens, holder, retention of the fence in ms, proposed first token, last token that was used
--       (0: all), last token of the lease
-- Returns: {1, last token, clock} renewed; {3, last token, clock} it was renewed by this request before; {2, 0, clock} another node waits, or did when the lock was released;
--          {0, 0, clock} it was not the owner's
local found = redis.call('MGET', KEYS[1], KEYS[2], KEYS[4])
local time = redis.call('TIME')
local clock = time[1] * 1000000 + time[2]
local last, owner = string.match(found[1] or '', '^(%d+) %d+ (%S+) ')
if owner ~= ARGV[1] then
  return {(found[3] == 'released') and 2 or 0, 0, clock}
end
-- The fence says from which lease on it was renewed: this request, or a later one, has been here before.
local fence, of, since = string.match(found[2] or '', '^(%d+) ?(%S*) ?(%d*)')
local mine = of == ARGV[1]
if mine and (tonumber(since) or 0) >= tonumber(ARGV[8]) then
  return {3, tonumber(last), clock}
end
if redis.call('EXISTS', KEYS[3]) == 1 then
  return {2, 0, clock}
end
-- The first write is one that a server without memory allows, and the others then too.
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local proposed = tonumber(ARGV[6])
if proposed == 0 or not fence then
  proposed = math.max(proposed, clock)
end
local least = math.max(tonumber(fence) or 0, tonumber(last))
if mine and ARGV[7] ~= '0' then
  least = tonumber(ARGV[7])
end
last = string.format('%.0f', math.max(least + 1, proposed) + ARGV[3] - 1)
redis.call('SET', KEYS[1], last .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4], 'PX', ARGV[2])
redis.call('SET', KEYS[2], last .. ' ' .. ARGV[1] .. ' ' .. ARGV[8], 'PX', ARGV[5])
return {1, tonumber(last), clock}
