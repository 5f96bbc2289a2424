-- Renews leases. One that has run out is brought back if the lock was not granted since: its owner is in the record.
-- KEYS: locks
-- ARGV: owner, time to live in ms and last token of each
-- Returns: the positions, from 0, of the leases that are lost
local lost = {}
for n, key in ipairs(KEYS) do
  local value, owner = redis.pcall('GET', key), ARGV[3 * n - 2]
  if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then
    return value
  end
  -- A late copy of the request that was granted may be granted as well, in a later row.
  if type(value) ~= 'string' or string.find(value, owner .. ' ', 35, true) ~= 35 or string.sub(value, 18, 33) > ARGV[3 * n]
      or redis.call('PEXPIRE', key, ARGV[3 * n - 1]) == 0 then
    lost[#lost + 1] = n - 1
  end
end
return lost
