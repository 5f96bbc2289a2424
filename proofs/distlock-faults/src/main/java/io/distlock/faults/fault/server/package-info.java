// SPDX-License-Identifier: Apache-2.0

/**
 * What happens to the servers of a store, and to what they keep.
 */
@NullMarked
package io.distlock.faults.fault.server;

import org.jspecify.annotations.NullMarked;
