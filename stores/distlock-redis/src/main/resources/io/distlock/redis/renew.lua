-- Renews leases. One that has run out is brought back if the lock was not granted since: its owner is in the record.
-- KEYS: locks
-- ARGV: time to live in ms of all, and owner, a space behind it, and last token of each
-- Returns: the positions, from 0, of the leases that are lost
local lost, call, pcall, find, sub, ttl = {}, redis.call, redis.pcall, string.find, string.sub, ARGV[1]
for n, key in ipairs(KEYS) do
  local value = pcall('GET', key)
  if type(value) == 'table' and not find(value.err, 'WRONGTYPE', 1, true) then
    return value
  end
  -- A late copy of the request that was granted may be granted as well, in a later row.
  if type(value) ~= 'string' or find(value, ARGV[2 * n], 35, true) ~= 35 or sub(value, 18, 33) > ARGV[2 * n + 1]
      or call('PEXPIRE', key, ttl) == 0 then
    lost[#lost + 1] = n - 1
  end
end
return lost
