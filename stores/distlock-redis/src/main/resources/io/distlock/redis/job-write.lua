-- Changes a cluster job and the records of its runs, unless another node changed it since it was read. A request that comes
-- twice has the same answer as once.
-- arguments: version that was read (0: none), records to keep, how many records follow, records of runs, each of which
--   begins with its fire time and attempt, and pairs of a name and a value, the last value of which names the request
-- Returns: {its version now, seconds, microseconds of the clock}; {0} it has another version by now
local function write(job, runs, arguments)
  local count = #arguments
  local found, last = unpack(redis.call('HMGET', job, 'version', arguments[count - 1]))
  local again = last == arguments[count]
  if not again and (found or '0') ~= arguments[1] then
    return {0}
  end
  -- The job itself comes last: if a command is refused, nothing has been claimed.
  for i = 4, 3 + arguments[3] do
    local attempt = string.match(arguments[i], '^%S+ %S+')
    redis.call('ZREMRANGEBYLEX', runs, '[' .. attempt .. ' ', '(' .. attempt .. '!')
    redis.call('ZADD', runs, 0, arguments[i])
  end
  redis.call('ZREMRANGEBYRANK', runs, 0, -1 - arguments[2])
  local time = redis.call('TIME')
  local version = again and tonumber(found) or math.max((tonumber(found) or 0) + 1, time[1] * 1000000 + time[2])
  redis.call('HSET', job, 'version', string.format('%.0f', version), unpack(arguments, 4 + arguments[3]))
  return {version, tonumber(time[1]), tonumber(time[2])}
end
