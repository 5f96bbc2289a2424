-- Tells what is stored of locks, for people.
-- KEYS: locks
-- Returns: of each that is held its position, from 0, its value, and the ms that are left
local told = {}
for n, key in ipairs(KEYS) do
  local value = redis.pcall('GET', key)
  local lock = type(value) == 'string' and read(value)
  if lock and lock.held then
    local ttl, lease = redis.call('PTTL', key), tonumber(lock.lease)
    local ms = (ttl < 0) and lease or math.min(ttl - lock.retention, lease)
    if ms > 0 then
      told[#told + 1] = n - 1
      told[#told + 1] = value
      told[#told + 1] = ms
    end
  end
end
return told
