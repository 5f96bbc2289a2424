package io.distlock.lease;

import java.util.List;
import java.util.function.Consumer;

import io.distlock.LockLostException;
import io.distlock.OnLost;

/**
 * A loss that is to be told.
 *
 * @param exception what happened
 * @param onLost how much it matters to the owner
 * @param callbacks who wants to know
 */
record Loss(LockLostException exception, OnLost onLost, List<Consumer<LockLostException>> callbacks) {

}
