// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.testing;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The application that is tested.
 */
@SpringBootApplication
public class OrderApplication {

}
