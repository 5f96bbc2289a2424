-- Frees a lock and wakes those who wait. KEYS are those of the script that asks: lock, fence, waiters.
-- last: the last token that was used
-- retention: of the fence in ms
-- channel: where the waiters hear
-- ways: how they hear, as they have said: p (PUBLISH), s (SPUBLISH), nothing at all (false)
local function free(last, retention, channel, ways)
  redis.call('DEL', KEYS[1], KEYS[3])
  -- No renewal that comes late finds its owner in the fence, and brings the lock back.
  redis.pcall('SET', KEYS[2], last, 'PX', retention)
  -- That the waiters cannot be told is no reason to fail.
  if ways == '' or ways and string.find(ways, 'p', 1, true) then
    redis.pcall('PUBLISH', channel, '')
  end
  if ways and string.find(ways, 's', 1, true) then
    redis.pcall('SPUBLISH', channel, '')
  end
end
