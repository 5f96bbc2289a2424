// SPDX-License-Identifier: Apache-2.0

/**
 * Locks as leases of blobs in Azure Blob Storage.
 */
@NullMarked
package io.distlock.azure;

import org.jspecify.annotations.NullMarked;
