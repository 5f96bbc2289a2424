-- Renews leases on one of several independent masters.
-- KEYS: lock of each lease
-- ARGV: owner and lease in ms of each lease
-- Returns: the positions, from 0, of the leases that are not there
local lost = {}
for n = 0, #KEYS - 1 do
  local found = redis.pcall('GET', KEYS[n + 1])
  if type(found) ~= 'string' or string.match(found, '^%d+ %d+ (%S+) ') ~= ARGV[2 * n + 1]
      or redis.call('PEXPIRE', KEYS[n + 1], ARGV[2 * n + 2]) == 0 then
    lost[#lost + 1] = n
  end
end
return lost
