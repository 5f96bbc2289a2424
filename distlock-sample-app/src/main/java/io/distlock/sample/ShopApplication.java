// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/**
 * One node of the shop.
 */
@SpringBootApplication
@ConfigurationPropertiesScan
public class ShopApplication {

	public static void main(String[] args) {
		Lifeline.holdOn();
		SpringApplication.run(ShopApplication.class, args);
	}

}
