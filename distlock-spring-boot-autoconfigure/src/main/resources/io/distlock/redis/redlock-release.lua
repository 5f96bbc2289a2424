-- Releases a lock on one of several independent masters if it is the owner's there; otherwise withdraws the owner's
-- attempt, which may still be on its way.
-- KEYS: lock, fence, waiters, withdrawn attempt
-- ARGV: owner, retention of the fence in ms, time in ms that a request may be on its way
-- Returns: {1} released; {0} it was not the owner's
local found = redis.call('GET', KEYS[1])
local last, owner = string.match(found or '', '^(%d+) %d+ (%S+) ')
if owner == ARGV[1] then
  redis.call('DEL', KEYS[1], KEYS[3])
  -- No renewal that comes late finds the fence at its last token, and brings the lock back.
  local fence = math.max(tonumber(redis.call('GET', KEYS[2])) or 0, tonumber(last))
  redis.pcall('SET', KEYS[2], string.format('%.0f', fence + 1), 'PX', ARGV[2])
  return {1}
end
redis.pcall('SET', KEYS[4], '', 'PX', ARGV[3])
return {0}
