// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.bestseller;

import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Lets {@link Bestsellers} count every now and then.
 */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class BestsellerConfiguration {

}
