// SPDX-License-Identifier: Apache-2.0

/**
 * Locks and jobs in Azure Blob Storage.
 */
@NullMarked
package io.distlock.azure;

import org.jspecify.annotations.NullMarked;
