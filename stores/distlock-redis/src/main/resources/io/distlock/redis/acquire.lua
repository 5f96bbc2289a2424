-- Grants a free lock, or tells how long the holder's lease still lasts.
-- KEYS: lock, fence, waiters, end of the attempt
-- ARGV: owner, lease in ms, tokens, holder, retention of the fence in ms, mark of the waiters in ms (0: none),
--       how this waiter hears of the release (p: PUBLISH, s: SPUBLISH, -: not at all)
-- Returns: {1, last token} granted; {0, ms left} busy; {2, 0} the attempt has ended before it came
local found = redis.call('MGET', KEYS[1], KEYS[2], KEYS[4], KEYS[3])
if found[3] then
  return {2, 0}
end
if found[1] then
  -- Others may hear in another way. A mark that says nothing is of a node that hears PUBLISH.
  local ways = (found[4] == '') and 'p' or found[4] or ''
  if not string.find(ways, ARGV[7], 1, true) then
    ways = ways .. ARGV[7]
  end
  return held(found[1], nil, ways)
end
local time = redis.call('TIME')
local first = math.max((tonumber(string.match(found[2] or '', '^%d+')) or 0) + 1, time[1] * 1000000 + time[2])
local last = string.format('%.0f', first + ARGV[3] - 1)
local lock = last .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4]
if not redis.call('SET', KEYS[1], lock, 'PX', ARGV[2], 'NX') then
  return redis.error_reply('WRONGTYPE the key of the lock holds something else')
end
-- While the fence names an owner, this one has been the last to get the lock, and has not released it.
redis.call('SET', KEYS[2], last .. ' ' .. ARGV[1], 'PX', ARGV[5])
return {1, tonumber(last)}
