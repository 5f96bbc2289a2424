-- Nothing but releases lies between the lease that had this token and now. A lease that ran out, a forced release and a
-- lock that was forgotten begin a new row.
local function wasReleased(lock, token)
  return token ~= '0' and lock.since <= token and token <= lock.last
end
