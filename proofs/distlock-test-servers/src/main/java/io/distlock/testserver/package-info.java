// SPDX-License-Identifier: Apache-2.0

/**
 * Real servers for tests: unpacked from the test class path, on random loopback ports,
 * started once per JVM, and gone with it even where the JVM is killed.
 */
package io.distlock.testserver;
