-- Renews leases. One that has run out is brought back if the lock was not granted since: its owner is in the record.
-- KEYS: locks
-- ARGV: owner and time to live in ms of each
-- Returns: the positions, from 0, of the leases that are lost
local lost = {}
for n, key in ipairs(KEYS) do
  local value = redis.pcall('GET', key)
  if type(value) ~= 'string' or string.find(value, ARGV[2 * n - 1] .. ' ', 35, true) ~= 35
      or redis.call('PEXPIRE', key, ARGV[2 * n]) == 0 then
    lost[#lost + 1] = n - 1
  end
end
return lost
