// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in Azure Blob Storage.
 */
@NullMarked
package io.distlock.azure.autoconfigure;

import org.jspecify.annotations.NullMarked;
