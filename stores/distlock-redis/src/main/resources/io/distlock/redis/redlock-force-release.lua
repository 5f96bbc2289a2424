-- Ends a lock on one of several independent masters if it is the owner's there; otherwise sees to it that the owner
-- gets it no more. Either way the tokens that follow are greater than those of the owner.
-- KEYS: lock, fence, waiters, end of the attempt
-- ARGV: owner, retention of the fence in ms, time in ms that a request may be on its way, last token of the owner that
--       is known
-- Returns: {1, last token} ended; {0, 0} it was not the owner's
local found = redis.call('GET', KEYS[1])
local last, owner = string.match(found or '', '^(%d+) %d+ (%S+) ')
local mine = owner == ARGV[1]
if mine then
  redis.call('DEL', KEYS[1], KEYS[3])
else
  redis.call('SET', KEYS[4], '', 'PX', ARGV[3], 'NX')
end
local fence = tonumber(string.match(redis.call('GET', KEYS[2]) or '', '^%d+')) or 0
local least = math.max(tonumber(ARGV[4]), mine and tonumber(last) or 0)
if fence <= least then
  redis.call('SET', KEYS[2], string.format('%.0f', least + 1), 'PX', ARGV[2])
end
return mine and {1, tonumber(last)} or {0, 0}
