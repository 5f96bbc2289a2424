-- Releases a lock on one of several independent masters if it is the owner's there; otherwise withdraws the owner's
-- attempt, which may still be on its way. What was released before is so now.
-- KEYS: lock, fence, waiters, end of the attempt
-- ARGV: owner, retention of the fence in ms, time in ms that a request may be on its way, last token that was used (0:
--       all)
-- Returns: {1} released; {0} it was not the owner's
local found = redis.call('MGET', KEYS[1], KEYS[2], KEYS[4])
local last, owner = string.match(found[1] or '', '^(%d+) %d+ (%S+) ')
if owner == ARGV[1] then
  redis.call('DEL', KEYS[1], KEYS[3])
  -- The fence goes back only over tokens of this owner. It says who went, so that the lock is not given to it again.
  local fence, of = string.match(found[2] or '', '^(%d+) ?(%S*)')
  if of ~= ARGV[1] or ARGV[4] == '0' then
    fence = string.format('%.0f', math.max(tonumber(fence) or 0, tonumber(last)))
  else
    fence = ARGV[4]
  end
  redis.pcall('SET', KEYS[2], fence .. ' -' .. ARGV[1], 'PX', ARGV[2])
  redis.pcall('SET', KEYS[4], 'released', 'PX', ARGV[3])
  return {1}
end
if found[3] == 'released' then
  return {1}
end
redis.pcall('SET', KEYS[4], '', 'PX', ARGV[3])
return {0}
