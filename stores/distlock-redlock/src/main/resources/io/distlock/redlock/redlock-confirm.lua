-- Writes the token that a majority will agree on to one of several independent masters.
-- KEYS: lock, fence
-- ARGV: owner, lease in ms, last token, holder, retention of the fence in ms
-- Returns: {1} written; {0} the lock is no longer the owner's here
local found = redis.call('GET', KEYS[1])
if string.match(found or '', '^%d+ %d+ (%S+) ') ~= ARGV[1] then
  return {0}
end
redis.call('SET', KEYS[1], ARGV[3] .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4], 'KEEPTTL')
local fence, of, since = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+) ?(%S*)(.*)')
if (tonumber(fence) or 0) < tonumber(ARGV[3]) then
  redis.call('SET', KEYS[2], ARGV[3] .. ' ' .. ARGV[1] .. (of == ARGV[1] and since or ''), 'PX', ARGV[5])
end
return {1}
