-- Effect a lock that a majority of several independent masters has to one more, which was away when it was granted, or has
-- forgotten it: unless another owner was granted the lock there later, or it was released.
-- KEYS: lock, fence, waiters, end of the attempt
-- ARGV: owner, lease in ms, last token, holder, retention of the fence in ms
-- Returns: {1} given; {0} not
local fence, owner = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+) ?(%S*)')
if redis.call('EXISTS', KEYS[1], KEYS[4]) > 0 or (tonumber(fence) or 0) > tonumber(ARGV[3]) or owner == '-' .. ARGV[1] then
  return {0}
end
-- What asks to renew an earlier lease of the owner comes too late.
redis.call('SET', KEYS[2], ARGV[3] .. ' ' .. ARGV[1] .. ' ' .. string.format('%.0f', ARGV[3] - 1), 'PX', ARGV[5])
redis.call('SET', KEYS[1], ARGV[3] .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4], 'PX', ARGV[2])
return {1}
