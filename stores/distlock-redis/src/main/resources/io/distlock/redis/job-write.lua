-- Changes a cluster job and the records of its runs, unless another node changed it since it was read. A request that comes
-- twice has the same answer as once.
-- KEYS: job, runs
-- ARGV: version that was read (0: none), records to keep, how many records follow, records of runs, each of which
--   begins with its fire time and attempt, and pairs of a name and a value, the last value of which names the request
-- Returns: {its version now, seconds, microseconds of the clock}; {0} it has another version by now
local found, write = unpack(redis.call('HMGET', KEYS[1], 'version', ARGV[#ARGV - 1]))
local again = write == ARGV[#ARGV]
if not again and (found or '0') ~= ARGV[1] then
  return {0}
end
-- The job itself comes last: if a command is refused, nothing has been claimed.
for i = 4, 3 + ARGV[3] do
  local attempt = string.match(ARGV[i], '^%S+ %S+')
  redis.call('ZREMRANGEBYLEX', KEYS[2], '[' .. attempt .. ' ', '(' .. attempt .. '!')
  redis.call('ZADD', KEYS[2], 0, ARGV[i])
end
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - ARGV[2])
local time = redis.call('TIME')
local version = again and tonumber(found) or math.max((tonumber(found) or 0) + 1, time[1] * 1000000 + time[2])
redis.call('HSET', KEYS[1], 'version', string.format('%.0f', version), unpack(ARGV, 4 + ARGV[3]))
return {version, tonumber(time[1]), tonumber(time[2])}
