// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in etcd.
 */
@NullMarked
package io.distlock.etcd.autoconfigure;

import org.jspecify.annotations.NullMarked;
