-- Releases a lock if it is the owner's, and wakes those who wait; otherwise withdraws the owner's attempt, which may
-- still be on its way.
-- KEYS: lock, fence, waiters, withdrawn attempt
-- ARGV: owner, retention of the fence in ms, time in ms that an attempt may be on its way, channel
-- Returns: {1} released; {0} it was not the owner's
local both = redis.call('MGET', KEYS[1], KEYS[3])
local found, ways = both[1], both[2]
local last, owner = string.match(found or '', '^(%d+) %d+ (%S+) ')
if owner == ARGV[1] then
  redis.call('DEL', KEYS[1], KEYS[3])
  -- No renewal that comes late finds the fence at its last token, and brings the lock back.
  redis.pcall('SET', KEYS[2], string.format('%.0f', last + 1), 'PX', ARGV[2])
  -- The waiters have said how they hear. That nobody can be told is no reason to fail.
  if ways == '' or ways and string.find(ways, 'p', 1, true) then
    redis.pcall('PUBLISH', ARGV[4], '')
  end
  if ways and string.find(ways, 's', 1, true) then
    redis.pcall('SPUBLISH', ARGV[4], '')
  end
  return {1}
end
-- This fails where the key holds something else.
if not redis.call('GET', KEYS[1]) then
  local fence = tonumber(redis.call('GET', KEYS[2]))
  if fence then
    redis.pcall('SET', KEYS[2], string.format('%.0f', fence + 1), 'PX', ARGV[2])
  end
end
redis.pcall('SET', KEYS[4], '', 'PX', ARGV[3])
return {0}
