-- Tells what is stored of locks, for people.
-- KEYS: locks
-- Returns: of each that is held its position, from 0, its value, and the ms that are left
local told, now = {}, clock()
for n, key in ipairs(KEYS) do
  local value = redis.pcall('GET', key)
  local lock = type(value) == 'string' and read(value)
  if lock and lock.held then
    local ttl, lease = redis.call('PTTL', key), tonumber(lock.lease)
    local ms = (ttl < 0) and lease or math.min(ttl - lock.retention, lease)
    local entries = ms > 0 and isTogether(lock) and redis.pcall('HGETALL', key .. ':holders') or {}
    for e = 2, #entries, 2 do
      local ending, token, holder = string.match(entries[e], '^(%d+) (%d+) (.*)$')
      -- Each of those who hold it together, in the form of a record.
      if token and #token == 16 and tonumber(ending) > now then
        told[#told + 1] = n - 1
        told[#told + 1] = token .. ' ' .. lock.since .. ' ~ ' .. lock.marks .. ' 0 0 ' .. holder
        told[#told + 1] = math.ceil(math.min(tonumber(ending) - now, ms))
      end
    end
    if ms > 0 and not isTogether(lock) then
      told[#told + 1] = n - 1
      told[#told + 1] = value
      told[#told + 1] = ms
    end
  end
end
return told
