// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the shop.
 *
 * @param nodes where the nodes of the shop answer, this one among them; empty if there is
 * only this one
 * @param handlingTime how long it takes to handle one order, as charging a card would
 */
@ConfigurationProperties("shop")
record ShopProperties(@DefaultValue List<URI> nodes, @DefaultValue("20ms") Duration handlingTime) {

}
