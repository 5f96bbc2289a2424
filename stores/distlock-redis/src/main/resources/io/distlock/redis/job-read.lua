-- Tells what is stored of cluster jobs, and the server's clock.
-- KEYS: jobs
-- ARGV: the names of what is stored
-- Returns: {seconds, microseconds}, followed by the position, from 0, the version and a value for each name of each job
--   that is known
local told = redis.call('TIME')
for n, key in ipairs(KEYS) do
  local version = redis.call('HGET', key, 'version')
  if version then
    told[#told + 1] = n - 1
    told[#told + 1] = version
    local values = redis.call('HMGET', key, unpack(ARGV))
    for i = 1, #ARGV do
      told[#told + 1] = values[i] or ''
    end
  end
end
return told
