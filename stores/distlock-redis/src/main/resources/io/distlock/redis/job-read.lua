-- Tells what is stored of cluster jobs, and the server's clock.
-- KEYS: jobs
-- ARGV: the names of what is stored
-- Returns: {seconds, microseconds}, followed by the position, from 0, the version and lines of names and values of each
--   job that is known
local told = redis.call('TIME')
for n, key in ipairs(KEYS) do
  local version = redis.call('HGET', key, 'version')
  if version then
    local values = redis.call('HMGET', key, unpack(ARGV))
    local lines = {}
    for i, name in ipairs(ARGV) do
      lines[i] = name .. '=' .. (values[i] or '')
    end
    told[#told + 1] = n - 1
    told[#told + 1] = version
    told[#told + 1] = table.concat(lines, '\n')
  end
end
return told
