-- The answer about a lock that is held: an attempt that has it already gets it again, others learn what is left of
-- the lease. KEYS and ARGV are those of the script that asks.
-- value: of the lock's key
-- clock: to end the answer with; nil for none
-- ways: what marks the lock if another node waits
-- Returns: {1, last token, clock} granted; {0, ms left, clock} busy
local function held(value, clock, ways)
  local last, lease, owner = string.match(value, '^(%d+) (%d+) (%S+) ')
  if not owner then
    return redis.error_reply('WRONGTYPE ' .. KEYS[1] .. ' holds something that is no lock of this version')
  end
  if owner == ARGV[1] then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return {1, tonumber(last), clock}
  end
  local left = redis.call('PTTL', KEYS[1])
  lease = tonumber(lease)
  if left < 0 or left > lease then
    -- The time to live was removed, or the server's clock set back.
    redis.call('PEXPIRE', KEYS[1], lease)
    left = lease
  end
  if ARGV[6] ~= '0' then
    redis.pcall('SET', KEYS[3], ways, 'PX', ARGV[6])
  end
  return {0, left, clock}
end
