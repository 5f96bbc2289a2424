// SPDX-License-Identifier: Apache-2.0

/**
 * What happens to connections, requests and answers between nodes and the store.
 */
@NullMarked
package io.distlock.faults.fault.network;

import org.jspecify.annotations.NullMarked;
