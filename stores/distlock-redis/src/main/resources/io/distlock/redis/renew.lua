-- Renews leases. A lock that is gone is brought back only if nobody has been granted it since, nor released it.
-- KEYS: lock and fence of each lease
-- ARGV: holder, then owner, lease in ms and last token of each lease
-- Returns: the positions, from 0, of the leases that are lost
local lost = {}
for n = 0, #KEYS / 2 - 1 do
  local lock, fence = KEYS[2 * n + 1], KEYS[2 * n + 2]
  local owner, lease, last = ARGV[3 * n + 2], ARGV[3 * n + 3], ARGV[3 * n + 4]
  local found = redis.pcall('GET', lock)
  local kept = false
  if type(found) == 'string' then
    kept = string.match(found, '^%d+ %d+ (%S+) ') == owner and redis.call('PEXPIRE', lock, lease) == 1
  elseif found == false and redis.pcall('GET', fence) == last .. ' ' .. owner then
    local value = last .. ' ' .. lease .. ' ' .. owner .. ' ' .. ARGV[1]
    kept = not redis.pcall('SET', lock, value, 'PX', lease).err
  end
  if not kept then
    lost[#lost + 1] = n
  end
end
return lost
