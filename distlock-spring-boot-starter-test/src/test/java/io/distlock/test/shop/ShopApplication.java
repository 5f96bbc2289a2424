// SPDX-License-Identifier: Apache-2.0

package io.distlock.test.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * An application that keeps its locks in Redis.
 */
@SpringBootApplication
public class ShopApplication {

}
