-- Those who hold a lock together. While they do, the record of the lock says that ~ holds it, until the last of them ends.
-- Their own entries are the fields of a hash: <end, the server's clock in ms> <token> <node>. Beside them:
--   !left     the owner that left last
--   !permits  <number> <version> <until>, what counts of what nodes have configured

-- The ends of those whose leases run, how many they are, the first end and the last.
local function living(holders, now)
  local ends, count, first, last = {}, 0, nil, 0
  local entries = redis.call('HGETALL', holders)
  for n = 1, #entries, 2 do
    local ending = tonumber(string.match(entries[n + 1], '^(%d+) '))
    if string.sub(entries[n], 1, 1) ~= '!' and ending > now then
      ends[entries[n]] = ending
      count = count + 1
      first = math.min(first or ending, ending)
      last = math.max(last, ending)
    end
  end
  return ends, count, first or now, last
end

-- Forgets those whose leases have ended.
local function forget(holders, ends)
  for _, field in ipairs(redis.call('HKEYS', holders)) do
    if string.sub(field, 1, 1) ~= '!' and not ends[field] then
      redis.call('HDEL', holders, field)
    end
  end
end

-- Writes the record of a lock that is held together until some time.
local function keep(key, holders, lock, marks, ending, now)
  lock.held, lock.owner, lock.lease = true, TOGETHER, string.format('%.0f', math.max(1, math.ceil(ending - now)))
  local ttl = lock.lease + lock.retention
  redis.call('SET', key, text(lock, marks), 'PX', ttl)
  redis.call('PEXPIRE', holders, ttl)
end

-- An owner waits that must have the lock alone.
local function writerWaits(lock, now)
  local till = string.match(lock.marks, ';%?(%d+)')
  return till and tonumber(till) > now
end
