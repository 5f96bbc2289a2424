-- Renews the leases of owners that hold locks together. One that has run out is brought back unless another owner has come
-- since: then it is forgotten.
-- KEYS: lock and holders of each
-- ARGV: owner, lease in ms, retention in ms and last token of each
-- Returns: the positions, from 0, of the leases that are lost
local lost, now = {}, clock()
for n = 1, #KEYS / 2 do
  local key, holders, me = KEYS[2 * n - 1], KEYS[2 * n], ARGV[4 * n - 3]
  local value = redis.pcall('GET', key)
  if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then
    return value
  end
  local lock = type(value) == 'string' and read(value)
  local entry = isTogether(lock) and redis.pcall('HGET', holders, me)
  -- A late copy of the request that was granted may be granted as well, with a later token.
  local token = type(entry) == 'string' and string.match(entry, '^%d+ (%d+) ')
  if token and token <= ARGV[4 * n] then
    local lease, retention = tonumber(ARGV[4 * n - 2]), tonumber(ARGV[4 * n - 1])
    -- The first write is one that a server without memory allows, and the others then too.
    redis.call('HDEL', holders, me)
    redis.call('HSET', holders, me, string.format('%.0f', now + lease) .. string.sub(entry, string.find(entry, ' ', 1, true), -1))
    if lease > left(key, lock) then
      keep(key, holders, lock, lock.marks, now + lease, now)
    end
  else
    lost[#lost + 1] = n - 1
  end
end
return lost
