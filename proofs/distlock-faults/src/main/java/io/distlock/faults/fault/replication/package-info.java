// SPDX-License-Identifier: Apache-2.0

/**
 * What happens where another server becomes the primary.
 */
@NullMarked
package io.distlock.faults.fault.replication;

import org.jspecify.annotations.NullMarked;
